// Helpers that alter a DeviceResponse before a wallet sends it.
import { DataItem } from '@owf/mdoc';

/** Returns the only document in a response. */
export const documentOf = (response: Map<string, unknown>) =>
  (response.get('documents') as [Map<string, unknown>])[0];
/** Returns the map nested in `map` at this path. */
export const part = (map: Map<string, unknown>, ...path: string[]) =>
  path.reduce((at, key) => at.get(key) as Map<string, unknown>, map);

/** Alters the only element that the response discloses. */
export function alterItem(
  response: Map<string, unknown>,
  change: (item: Map<string, unknown>) => void,
) {
  const spaces = part(documentOf(response), 'issuerSigned', 'nameSpaces');
  const [[name, items]] = [...spaces] as [[string, [DataItem<Map<string, unknown>>]]];
  const item = new Map(items[0].data);
  change(item);
  spaces.set(name, [DataItem.fromData(item)]);
}
