// The API client for backends, which uses a secret key.
import { Blacklist } from './blacklist.ts';
import { Events, KeyWebhooks } from './events.ts';
import { Faces } from './faces.ts';
import { Passes } from './passes.ts';
import { Requests } from './requests.ts';
import { Sandbox } from './sandbox.ts';
import { Transport, type AgateOptions } from './transport.ts';
import { Verifications } from './verifications.ts';

export class Agate {
  readonly verifications: Verifications;
  readonly faces: Faces;
  readonly blacklist: Blacklist;
  readonly passes: Passes;
  readonly events: Events;
  readonly webhooks: KeyWebhooks;
  readonly sandbox: Sandbox;
  readonly requests: Requests;

  /** @throws TypeError when the key is not a secret key */
  constructor(options: AgateOptions) {
    const transport = Transport.withKey(options);
    this.verifications = new Verifications(transport);
    this.faces = new Faces(transport);
    this.blacklist = new Blacklist(transport);
    this.passes = new Passes(transport);
    this.events = new Events(transport);
    this.webhooks = new KeyWebhooks(transport);
    this.sandbox = new Sandbox(transport);
    this.requests = new Requests(transport);
  }
}
