// A browser that uses a staff console. It keeps cookies and sends the same headers as the console's
// own page.
import { call, type Reply } from '../customer/api.ts';

const OWN_PAGE = {
  Origin: 'http://localhost:8787',
  'Sec-Fetch-Site': 'same-origin',
  'X-Agate-Console': '1',
};

interface ConsoleBrowser {
  /** @param headers sent instead of those that the console's own page sends */
  post: (path: string, fields?: object, headers?: Record<string, string>) => Promise<Reply>;
  cookies: Map<string, string>;
  /**
   * Stores the cookies of a response that did not come through `post`, such as an invitation page.
   */
  take: (headers: Headers) => void;
  /** The complete `Set-Cookie` lines of the latest response. */
  lastSet: () => string[];
}

/** @param group the staff group that uses the console */
export function openConsole(group: 'dashboard' | 'admin', ip = '192.0.2.1'): ConsoleBrowser {
  const cookies = new Map<string, string>();
  let lastSet: string[] = [];
  const take = (headers: Headers): void => {
    lastSet = headers.getSetCookie();
    for (const line of lastSet) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/Max-Age=0/i.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
  };
  const post: ConsoleBrowser['post'] = async (path, fields = {}, headers = OWN_PAGE) => {
    const reply = await call(`/console/v1/${group}/${path}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'CF-Connecting-IP': ip,
        Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...headers,
      },
      body: JSON.stringify(fields),
    });
    take(reply.headers);
    return reply;
  };
  return { post, cookies, take, lastSet: () => lastSet };
}
