// An icon from the set in icon-paths.ts, rendered by the server. Decorative: the text next to it
// has the same meaning.
import { ICON_PATHS, type PageIconName } from './icon-paths.ts';

export function Icon({ name }: { name: PageIconName }) {
  return (
    <svg class="icon" data-name={name} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={ICON_PATHS[name]} />
    </svg>
  );
}
