#!/bin/sh
# Make the virtual environment from the lock, needing nothing but Python 3.11.
#
# usage: deploy/python/setup.sh VENV
set -eu
venv=$1

fail() {
    echo "setup: $*" >&2
    exit 1
}

# A name on the PATH proves little (a version manager leaves shims for versions
# it does not have), so each candidate has to run.
find_python() {
    for candidate in ${PYTHON:-python3.11 python3 python}; do
        if "$candidate" -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11))' >/dev/null 2>&1; then
            echo "$candidate"
            return
        fi
    done
    fail "Python 3.11 was not found; install python3.11 or name it: make setup PYTHON=/path/to/python3.11"
}

python=$(find_python)
if ! [ -x "$venv/bin/python" ] || ! "$venv/bin/python" -m pip --version >/dev/null 2>&1; then
    echo "setup: making $venv"
    "$python" -m venv --clear "$venv" >/dev/null 2>&1 ||
        fail "$python cannot make virtual environments; install its venv module (Debian: python3-venv)"
fi

echo "setup: installing the pinned packages (about half a minute)"
pip="$venv/bin/python -m pip --quiet --disable-pip-version-check --no-input"
$pip install --require-hashes --no-deps --requirement deploy/python/requirements-dev.lock ||
    fail "the pinned packages could not be installed; see the message above"
$pip install --no-deps --no-build-isolation --editable . ||
    fail "footplate itself could not be installed; see the message above"
echo "setup: ready"
