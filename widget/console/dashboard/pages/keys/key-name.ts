import type { components } from '../../../api/schema.ts';

/** What a key is called: its name, or how it ends when it was made without one. */
export const nameOfKey = ({ name, prefix, last_four: end }: components['schemas']['ApiKey']) =>
  name === '' ? `${prefix}…${end}` : name;
