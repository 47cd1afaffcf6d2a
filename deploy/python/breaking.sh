#!/bin/sh
# Compare the contracts with those of an earlier commit: nobody's client may break.
#
# usage: deploy/python/breaking.sh BUF [COMMIT]
#
# Without COMMIT the base is what others already have: the main branch of the origin, or, where that is this very
# commit, the last commit (with uncommitted contracts) or the one before it.
set -eu
buf=$1
base=${2:-}

same() { [ "$(git rev-parse --verify --quiet "$1^{commit}")" = "$(git rev-parse HEAD)" ]; }

if ! git rev-parse --verify --quiet HEAD >/dev/null; then
    echo "breaking: no earlier commit to compare with"
    exit 0
fi
if [ -z "$base" ]; then
    if git rev-parse --verify --quiet origin/main >/dev/null && ! same origin/main; then
        base=origin/main
    elif [ -n "$(git status --porcelain -- proto)" ]; then
        base=HEAD
    else
        base=HEAD~1
    fi
fi

# A shallow clone, the first commit and a base from before the contracts have nothing to break.
if ! git ls-tree -r --name-only "$base" proto 2>/dev/null | grep -q '\.proto$'; then
    echo "breaking: no contracts at $base to compare with"
    exit 0
fi

earlier=$(mktemp -d)
trap 'rm -rf "$earlier"' EXIT
git archive "$base" proto | tar -x -C "$earlier"
"$buf" breaking proto --against "$earlier/proto"
echo "breaking: contracts are compatible with $(git rev-parse --short "$base")"
