// An icon from the set in icon-paths.ts, in the text's colour. Decorative: the text next to it has
// the same meaning.
import { ICON_PATHS, type IconName } from '../../icon-paths.ts';

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" data-name={name} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={ICON_PATHS[name]} />
    </svg>
  );
}
