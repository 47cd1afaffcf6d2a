"""What the README shows is what is there."""

import re

import pytest

from tests.tooling.repository import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_example_is_the_one_that_is_tested() -> None:
    example = (ROOT / "tests" / "client" / "ten_lines.py").read_text(encoding="utf-8")
    shown = re.search(r"```python\n(.*?)```", README, re.DOTALL)
    assert shown is not None
    assert shown[1].strip() == example.split('"""')[2].strip()


@pytest.mark.parametrize("path", sorted(set(re.findall(r"`((?:services|tests|proto|deploy)/[\w./-]+)`", README))))
def test_every_path_exists(path: str) -> None:
    assert (ROOT / path).exists()


def test_every_metric_is_declared() -> None:
    from footplate.runtime import metrics

    declared = {sample.name for metric in metrics.REGISTRY.collect() for sample in metric.samples}
    families = {metric.name for metric in metrics.REGISTRY.collect()}
    known = declared | families | {f"{name}_total" for name in families}
    assert set(re.findall(r"`(footplate_\w+)`", README)) <= known
