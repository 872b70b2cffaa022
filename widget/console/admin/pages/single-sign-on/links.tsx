import { pageOf } from '../../../api/client.ts';
import { useClient } from '../../../session/context.ts';
import { LinkedPeople } from '../../../single-sign-on/linked-people.tsx';

/** The operators who are linked to a subject at the identity provider. */
export function Links() {
  const client = useClient();
  return (
    <LinkedPeople
      load={(page) => pageOf(client.GET('/admin/v1/sso/links', { params: { query: page } }))}
      unlink={({ id }) => client.DELETE('/admin/v1/sso/links/{id}', { params: { path: { id } } })}
    />
  );
}
