// Guards the return to the site: the page follows only web addresses, whatever the session
// contains. Pure.

/** @returns the URL if its scheme is http or https, otherwise undefined */
export function returnAddress(url: string): string | undefined {
  try {
    const { protocol, href } = new URL(url);
    return protocol === 'https:' || protocol === 'http:' ? href : undefined;
  } catch {
    return undefined;
  }
}
