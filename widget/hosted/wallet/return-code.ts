// Reads the code that the page's URL contains when a wallet app returns the visitor.

const CODE = /^#wallet=([\w-]{43})$/;

/** @returns the code, if there is one; it is also removed from the URL */
export function takeReturnCode(): string | undefined {
  const [, code] = CODE.exec(location.hash) ?? [];
  if (code !== undefined) history.replaceState(history.state, '', location.pathname);
  return code;
}
