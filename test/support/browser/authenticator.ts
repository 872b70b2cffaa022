// A virtual authenticator in the browser, with an owner who is present
// (WebAuthn.addVirtualAuthenticator).
import type { CDPSession, Page } from 'playwright-core';

const OPTIONS = {
  protocol: 'ctap2',
  ctap2Version: 'ctap2_1',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const;

/** Playwright does not export this type. */
type Credential = Awaited<ReturnType<Authenticator['passkeys']>>[number];

export class Authenticator {
  readonly #session: CDPSession;
  readonly #id: string;

  private constructor(session: CDPSession, id: string) {
    this.#session = session;
    this.#id = id;
  }

  /** @param passkeys passkeys that are synced to all of the owner's devices */
  static async of(page: Page, passkeys: readonly Credential[] = []): Promise<Authenticator> {
    const session = await page.context().newCDPSession(page);
    await session.send('WebAuthn.enable', { enableUI: false });
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
      options: OPTIONS,
    });
    for (const credential of passkeys)
      await session.send('WebAuthn.addCredential', { authenticatorId, credential });
    return new Authenticator(session, authenticatorId);
  }

  async passkeys() {
    const answer = await this.#session.send('WebAuthn.getCredentials', {
      authenticatorId: this.#id,
    });
    return answer.credentials;
  }

  /** Sets the signature counter back to an earlier value, as on a clone of the device. */
  async countFrom(signCount: number): Promise<void> {
    for (const credential of await this.passkeys()) {
      const { credentialId } = credential;
      await this.#session.send('WebAuthn.removeCredential', {
        authenticatorId: this.#id,
        credentialId,
      });
      await this.#session.send('WebAuthn.addCredential', {
        authenticatorId: this.#id,
        credential: { ...credential, signCount },
      });
    }
  }

  /**
   * Stops the owner from responding. Until this is called, the authenticator responds to a sign-in
   * page without any action by the owner.
   */
  async fallSilent(): Promise<void> {
    const silence = { authenticatorId: this.#id, enabled: false };
    await this.#session.send('WebAuthn.setAutomaticPresenceSimulation', silence);
  }
}
