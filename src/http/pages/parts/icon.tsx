// The hosted page's icons (widget/icon-paths.ts), drawn by the server. Decorative: the text beside one says the same.
import { ICON_PATHS, type IconName } from '../../../../widget/icon-paths.ts';

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" data-name={name} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={ICON_PATHS[name]} />
    </svg>
  );
}
