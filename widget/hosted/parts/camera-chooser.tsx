// A menu for choosing a camera, shown if there is more than one.
import type { CameraChoice } from '../state/flow.ts';
import { useTexts } from '../i18n/context.ts';
import { Icon } from './icon.tsx';

export interface CameraChooserProps {
  cameras: readonly CameraChoice[] | undefined;
  cameraId: string | undefined;
  onChoose: (id: string) => void;
}

export function CameraChooser({ cameras = [], cameraId, onChoose }: CameraChooserProps) {
  const t = useTexts();
  if (cameras.length < 2) return null;
  return (
    <label class="chooser">
      <Icon name="camera" />
      <span class="hidden">{t('camera.choose')}</span>
      <select value={cameraId} onChange={(event) => onChoose(event.currentTarget.value)}>
        {cameras.map(({ id, label }, index) => (
          <option key={id} value={id}>
            {label || t('camera.numbered', { number: index + 1 })}
          </option>
        ))}
      </select>
    </label>
  );
}
