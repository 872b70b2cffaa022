// The code that a wallet app brings the person back with, in the address of the page.

const CODE = /^#wallet=([\w-]{43})$/;

/** @returns the code, which is taken out of the address */
export function takeReturnCode(): string | undefined {
  const [, code] = CODE.exec(location.hash) ?? [];
  if (code !== undefined) history.replaceState(history.state, '', location.pathname);
  return code;
}
