import type { WireApiKey } from '../../../api/wire.ts';

/** The name of a key, or its last characters if it has no name. */
export const nameOfKey = ({ name, prefix, last_four: end }: WireApiKey) =>
  name === '' ? `${prefix}…${end}` : name;
