// Detects when a camera that could not be opened may have become available, because it was plugged
// in again or access was allowed.
import type { CameraState } from '../state/flow.ts';

export type CameraChange = 'devices_changed' | 'allowed';

/**
 * Whether to open the camera again without a button press. After a denial, it is opened again only
 * once the browser reports that access is allowed.
 */
export function canReopen(camera: CameraState, change: CameraChange): boolean {
  if (change === 'allowed') return camera === 'denied' || camera === 'lost';
  return camera === 'lost' || camera === 'missing' || camera === 'busy';
}

/**
 * @param onChange called when a camera is plugged in or removed, and when the visitor allows access
 *   to the camera
 */
export function watchCameras(onChange: (news: CameraChange) => void): void {
  // `mediaDevices` is absent at insecure URLs, where there is no camera to wait for.
  navigator.mediaDevices?.addEventListener('devicechange', () => onChange('devices_changed'));
  void watchPermission(() => onChange('allowed')).catch(() => undefined);
}

/**
 * Watches the camera permission. In a browser that does not report changes to the permission, the
 * visitor has to press a button instead.
 */
async function watchPermission(onGranted: () => void): Promise<void> {
  const status = await navigator.permissions.query({ name: 'camera' });
  status.addEventListener('change', () => {
    if (status.state === 'granted') onGranted();
  });
}
