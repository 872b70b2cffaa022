// Finds the region to pass to init as `visitor_region`, from the country code that a CDN adds in a
// request header.
import type { WireInitRequest } from './wire.ts';

export type VisitorRegion = NonNullable<WireInitRequest['visitor_region']>;

/**
 * Countries by region, as ISO 3166-1 codes. The United States and Canada span two regions and are
 * assigned to the eastern one, which is nearer to most of their people.
 */
const COUNTRIES: Readonly<Record<Exclude<VisitorRegion, 'wnam'>, string>> = {
  enam:
    'AG AI AW BB BL BM BQ BS BZ CA CR CU CW DM DO GD GL GP GT HN HT JM KN KY LC MF MQ MS MX NI PA PM PR SV SX TC TT UM ' +
    'US VC VG VI',
  sam: 'AR BO BR CL CO EC FK GF GS GY PE PY SR UY VE',
  weur: 'AD AT BE CH DE DK ES FO FR GB GG GI IE IM IS IT JE LI LU MC MT NL NO PT SE SJ SM VA',
  eeur: 'AL AM AX AZ BA BG BY CY CZ EE FI GE GR HR HU LT LV MD ME MK PL RO RS RU SI SK TR UA XK',
  apac: 'AF BD BN BT CN HK ID IN IO JP KG KH KP KR KZ LA LK MM MN MO MV MY NP PH PK SG TH TJ TL TM TW UZ VN',
  oc: 'AS AU CC CK CX FJ FM GU HM KI MH MP NC NF NR NU NZ PF PG PN PW SB TK TO TV VU WF WS',
  afr:
    'AO BF BI BJ BW CD CF CG CI CM CV DJ DZ EG EH ER ET GA GH GM GN GQ GW KE KM LR LS LY MA MG ML MR MU MW MZ NA NE NG ' +
    'RE RW SC SD SH SL SN SO SS ST SZ TD TG TN TZ UG YT ZA ZM ZW',
  me: 'AE BH IL IQ IR JO KW LB OM PS QA SA SY YE',
};

const REGIONS = new Map(
  Object.entries(COUNTRIES).flatMap(([region, countries]) =>
    countries.split(' ').map((country) => [country, region as VisitorRegion] as const),
  ),
);

/**
 * @param country two letters, as in `CF-IPCountry`, `CloudFront-Viewer-Country` or
 *   `X-Vercel-IP-Country`; null for a missing header
 * @returns the region; undefined for a code that is not a country, such as `XX` or `T1`, in which
 *   case `visitor_region` must be omitted
 */
export function visitorRegionOf(country: string | null | undefined): VisitorRegion | undefined {
  return REGIONS.get((country ?? '').toUpperCase());
}
