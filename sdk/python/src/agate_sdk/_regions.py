# Generated from sdk/src/visitor-region.ts: run `npm run generate:wire`, do not edit.
"""The countries of each region, by their ISO 3166-1 codes."""

from __future__ import annotations

COUNTRIES = {
    "afr": "AO BF BI BJ BW CD CF CG CI CM CV DJ DZ EG EH ER ET GA GH GM GN GQ GW KE KM LR LS LY MA MG ML MR MU MW MZ NA NE NG RE RW SC SD SH SL SN SO SS ST SZ TD TG TN TZ UG YT ZA ZM ZW",
    "apac": "AF BD BN BT CN HK ID IN IO JP KG KH KP KR KZ LA LK MM MN MO MV MY NP PH PK SG TH TJ TL TM TW UZ VN",
    "eeur": "AL AM AX AZ BA BG BY CY CZ EE FI GE GR HR HU LT LV MD ME MK PL RO RS RU SI SK TR UA XK",
    "enam": "AG AI AW BB BL BM BQ BS BZ CA CR CU CW DM DO GD GL GP GT HN HT JM KN KY LC MF MQ MS MX NI PA PM PR SV SX TC TT UM US VC VG VI",
    "me": "AE BH IL IQ IR JO KW LB OM PS QA SA SY YE",
    "oc": "AS AU CC CK CX FJ FM GU HM KI MH MP NC NF NR NU NZ PF PG PN PW SB TK TO TV VU WF WS",
    "sam": "AR BO BR CL CO EC FK GF GS GY PE PY SR UY VE",
    "weur": "AD AT BE CH DE DK ES FO FR GB GG GI IE IM IS IT JE LI LU MC MT NL NO PT SE SJ SM VA",
}
