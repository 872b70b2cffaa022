// A person with an account and a browser, who signs in and consents when a site requests it.
import {
  approveConsent,
  readConsentRequest,
} from '../../../src/domain/signing-in/authorization/consent-request.ts';
import { readKnownPerson } from '../../../src/domain/signing-in/authorization/known-person.ts';
import type { Account } from '../../../src/domain/accounts/account.ts';
import { makeAccount } from './accounts.ts';
import { makeContext } from '../installation/context.ts';
import { ORIGIN, type Parameters } from '../site/oauth-request.ts';
import { Browser, type TestClient } from '../site/oauth.ts';

export class Person {
  readonly account: Account;
  readonly browser = new Browser();

  constructor(account: Account) {
    this.account = account;
  }

  static async create(): Promise<Person> {
    return new Person(await makeAccount({ displayName: 'Ada' }));
  }

  /**
   * Follows a site's redirect and completes the pages there.
   * @returns the URL that leads back to the site
   */
  async authorize(client: TestClient, changes: Parameters = {}): Promise<URL> {
    return this.follow(await this.browser.authorize(client, changes));
  }

  async follow(location: URL): Promise<URL> {
    if (location.origin !== ORIGIN) return location;
    if (location.pathname === '/signin') await this.browser.signIn(this.account);
    else if (location.pathname !== '/consent')
      throw new Error(`A strange page: ${location.pathname}`);
    return this.#agree(location.searchParams.get('session') ?? '');
  }

  async #agree(session: string): Promise<URL> {
    const ctx = makeContext();
    const cookie = this.browser.cookies.get(`agate-consent-${session.slice(4, 20)}`);
    const consent = await readConsentRequest(ctx, session, cookie);
    if (consent === undefined) throw new Error('Nobody asks.');
    const account = this.browser.cookies.get('agate-account');
    const person = await readKnownPerson(ctx, account, consent.client.id);
    if (person === undefined) throw new Error('Nobody is signed in.');
    const approved = await approveConsent(ctx, consent, person);
    if (!approved.ok) throw new Error(`Not approved: ${approved.reason}`);
    return new URL(approved.url);
  }
}
