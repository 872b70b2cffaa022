// Describes where a request came from (device, place, IP address), for the owner of the account.
import type { Context as HonoContext } from 'hono';
import { nameBrowser } from '../../domain/terms/browser-name.ts';
import type { Visitor } from '../../domain/terms/visitor.ts';
import { clientAddress } from '../client-address.ts';

const MAX_PLACE_LENGTH = 100;

/** Reads the device from the User-Agent header, and the place from Cloudflare's geolocation. */
export function readVisitor(c: HonoContext): Visitor {
  const cf = c.req.raw.cf;
  const known = [cf?.['city'], cf?.['country']].filter((name) => typeof name === 'string');
  const place = known.join(', ').slice(0, MAX_PLACE_LENGTH);
  return {
    device: nameBrowser(c.req.header('User-Agent') ?? ''),
    ...(place !== '' && { place }),
    ip: clientAddress(c),
  };
}
