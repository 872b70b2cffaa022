// Notices that a camera which could not be had may be had now: plugged in again, or allowed meanwhile.
import type { CameraState } from '../flow.ts';

export type CameraNews = 'devices_changed' | 'allowed';

/** Whether the news is worth another try without being asked. A person's "no" stands until the browser says "yes". */
export function isWorthTrying(camera: CameraState, news: CameraNews): boolean {
  if (news === 'allowed') return camera === 'denied' || camera === 'lost';
  return camera === 'lost' || camera === 'missing' || camera === 'busy';
}

/** @param onNews called whenever cameras come or go, and when the person allows the camera */
export function watchCameras(onNews: (news: CameraNews) => void): void {
  // Missing on insecure addresses, where there is no camera to wait for.
  navigator.mediaDevices?.addEventListener('devicechange', () => onNews('devices_changed'));
  void watchPermission(() => onNews('allowed')).catch(() => undefined);
}

/** Not every browser tells of this permission; the button is there all the same. */
async function watchPermission(onGranted: () => void): Promise<void> {
  const status = await navigator.permissions.query({ name: 'camera' });
  status.addEventListener('change', () => {
    if (status.state === 'granted') onGranted();
  });
}
