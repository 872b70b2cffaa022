// Loads Cloudflare's script, and declares the parts of it that this page uses
// (developers.cloudflare.com/turnstile, client-side rendering).

interface Parameters {
  sitekey: string;
  action: string;
  cData: string;
  theme: 'auto' | 'light' | 'dark';
  language: string;
  size: 'flexible';
  appearance: 'interaction-only';
  'refresh-expired': 'never';
  callback: (token: string) => void;
  'error-callback': () => boolean;
  'timeout-callback': () => void;
  'unsupported-callback': () => void;
  'before-interactive-callback': () => void;
}

interface Turnstile {
  render: (place: HTMLElement, parameters: Parameters) => string;
  remove: (widget: string) => void;
}

declare global {
  interface Window {
    turnstile?: Turnstile;
  }
}

const LOADING_MS = 15_000;

/**
 * @param address the URL of the script
 * @throws Error when it does not load, for example because the browser blocks it
 */
export async function loadTurnstile(address: string): Promise<Turnstile> {
  if (window.turnstile) return window.turnstile;
  const script = document.createElement('script');
  try {
    await new Promise((resolve, reject) => {
      script.addEventListener('load', resolve);
      script.addEventListener('error', reject);
      setTimeout(reject, LOADING_MS);
      script.src = address;
      document.head.append(script);
    });
  } catch (cause) {
    script.remove();
    throw new Error('Turnstile did not load.', { cause });
  }
  if (!window.turnstile) throw new Error('Turnstile is not there.');
  return window.turnstile;
}
