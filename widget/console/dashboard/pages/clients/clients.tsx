// OAuth clients: the sites and apps where people sign in with their account.
import { useState } from 'react';
import { Link } from 'wouter';
import { mayDo } from '../../../../../src/domain/customers/team/rights.ts';
import { useUser } from '../../../session/context.ts';
import { Page } from '../../../shell/page.tsx';
import { useTexts } from '../../../texts/context.ts';
import { Button } from '../../../ui/button.tsx';
import { Badge, Card } from '../../../ui/card.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Empty } from '../../../ui/note.tsx';
import { useClients } from '../../queries.ts';
import { NewClientDialog } from './new-client-dialog.tsx';

export default function Clients() {
  const t = useTexts();
  const { role } = useUser();
  const clients = useClients();
  const [isMaking, setMaking] = useState(false);
  const add = mayDo(role, 'clients.write') && (
    <Button look="primary" onPress={() => setMaking(true)}>
      {t('clients.create')}
    </Button>
  );
  return (
    <Page title={t('clients.title')} lead={t('clients.lead')} actions={add}>
      <Card>
        <Loaded query={clients} lines={3}>
          {({ rows }) =>
            rows.length === 0 ? (
              <Empty icon="door" title={t('clients.none')} text={t('clients.none_text')} />
            ) : (
              <ul className="rows">
                {rows.map((client) => (
                  <li key={client.id} className="row">
                    <Link href={`/clients/${client.id}`} className="row-text">
                      <strong>{client.name}</strong>
                      <span className="table-note">
                        <bdi>{client.redirect_uris[0]}</bdi>
                      </span>
                    </Link>
                    <code className="muted small" dir="ltr">
                      {client.client_id}
                    </code>
                    <Badge>
                      {t(
                        client.token_endpoint_auth_method === 'none'
                          ? 'clients.public'
                          : 'clients.confidential',
                      )}
                    </Badge>
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      </Card>
      {isMaking && <NewClientDialog onClose={() => setMaking(false)} />}
    </Page>
  );
}
