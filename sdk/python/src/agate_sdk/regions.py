"""Finds the region to pass to init as `visitor_region`.

The region is derived from the country code that a CDN adds in a request header.
"""

from __future__ import annotations

from typing import Literal, cast

from ._regions import COUNTRIES

VisitorRegion = Literal["wnam", "enam", "sam", "weur", "eeur", "apac", "oc", "afr", "me"]

_REGIONS = {country: region for region, names in COUNTRIES.items() for country in names.split(" ")}


def visitor_region_of(country: str | None) -> VisitorRegion | None:
    """Returns the region of a country; None for a code that is not a country, such as `XX`.

    Omit `visitor_region` if it is None. `country`: two letters, as in `CF-IPCountry`; None for a
    missing header.
    """
    return cast("VisitorRegion | None", _REGIONS.get((country or "").upper()))
