// The sub-processors and their tasks, according to the deployment's configuration (D-161). Pure.
import type { Context } from '../../../context.ts';

interface SubProcessor {
  name: string;
  /** Codes, which the dashboard translates. */
  tasks: string[];
  /** Whether the sub-processor receives visitors' data. */
  personal_data: boolean;
}

const SENDERS = { resend: 'Resend', postmark: 'Postmark', ses: 'Amazon Web Services' } as const;

export function subProcessors({ config, face, documents, wallet }: Context): SubProcessor[] {
  const sender = config.mail.staysInOutbox ? 'none' : config.mail.provider.name;
  const platform = [
    'requests',
    'database',
    'objects',
    'queues',
    ...(face === undefined ? [] : ['face_worker']),
    ...(documents === undefined ? [] : ['documents_worker']),
    ...(wallet === undefined ? [] : ['wallet_worker']),
    ...(sender === 'cloudflare' ? ['mail'] : []),
    ...(config.turnstile === undefined ? [] : ['turnstile']),
  ];
  return [
    { name: 'Cloudflare', tasks: platform, personal_data: true },
    ...(sender === 'cloudflare' || sender === 'none'
      ? []
      : [{ name: SENDERS[sender], tasks: ['mail'], personal_data: true }]),
    ...(config.walletStatusLists === 'off'
      ? []
      : [{ name: 'issuers of credentials', tasks: ['status_lists'], personal_data: false }]),
  ];
}
