// The browser's passkey ceremony, loaded when it is needed.

/**
 * @param options the server's options, as JSON
 * @throws the error of the ceremony
 */
export async function askPasskey(options: unknown): Promise<object> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return startAuthentication({
    optionsJSON: options as Parameters<typeof startAuthentication>[0]['optionsJSON'],
  });
}
