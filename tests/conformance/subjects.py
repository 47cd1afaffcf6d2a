"""The games under the conformance suite. Adding one is adding a row here; a test fails while one is missing."""

from collections.abc import Mapping

from tests.conformance import age_of_steam, stephensons_rocket
from tests.conformance.suite import Subject

SUBJECTS: Mapping[str, Subject] = {
    subject.game.info.id: subject for subject in (age_of_steam.SUBJECT, stephensons_rocket.SUBJECT)
}
"""Every subject by the id of its game."""
