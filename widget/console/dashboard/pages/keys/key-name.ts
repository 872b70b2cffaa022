import type { WireApiKey } from '../../../api/wire.ts';

/** What a key is called: its name, or how it ends when it was made without one. */
export const nameOfKey = ({ name, prefix, last_four: end }: WireApiKey) =>
  name === '' ? `${prefix}…${end}` : name;
