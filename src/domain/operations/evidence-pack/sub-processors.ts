// The sub-processors and their tasks, by the deployment's configuration (D-161). Pure.
import type { Context } from '../../../context.ts';

interface SubProcessor {
  name: string;
  /** Codes, which the page translates. */
  tasks: string[];
  /** Whether it receives visitors' data. */
  personal_data: boolean;
}

export function subProcessors({ config, face, documents, wallet }: Context): SubProcessor[] {
  const platform = [
    'requests',
    'database',
    'objects',
    'queues',
    ...(face === undefined ? [] : ['face_worker']),
    ...(documents === undefined ? [] : ['documents_worker']),
    ...(wallet === undefined ? [] : ['wallet_worker']),
    ...(config.mail.staysInOutbox ? [] : ['mail']),
    ...(config.turnstile === undefined ? [] : ['turnstile']),
  ];
  return [
    { name: 'Cloudflare', tasks: platform, personal_data: true },
    ...(config.walletStatusLists === 'off'
      ? []
      : [{ name: 'issuers of credentials', tasks: ['status_lists'], personal_data: false }]),
  ];
}
