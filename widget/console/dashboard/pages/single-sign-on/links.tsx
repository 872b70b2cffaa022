import { useQueryClient } from '@tanstack/react-query';
import { pageOf } from '../../../api/client.ts';
import type { WireSsoLink } from '../../../api/wire.ts';
import { useClient } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { Button } from '../../../ui/button.tsx';
import { OwnList } from '../../../ui/list.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { ErrorNote } from '../../../ui/note.tsx';
import { useAction } from '../../../ui/use-action.ts';

/** Members who are linked to a subject of the provider. */
export function Links() {
  const t = useTexts();
  const client = useClient();
  return (
    <OwnList
      title={t('sso.links')}
      none={t('sso.links_none')}
      queryKey={['sso-links']}
      load={(page) => pageOf(client.GET('/dashboard/v1/sso/links', { params: { query: page } }))}
      keyOf={({ id }) => id}
    >
      {(link) => (
        <>
          <span className="row-text">
            <strong>{link.name}</strong>
            <span className="table-note">
              <bdi>{link.email}</bdi> · {t('sso.last_used')} <Moment at={link.last_used_at} />
            </span>
          </span>
          <Unlink link={link} />
        </>
      )}
    </OwnList>
  );
}

/** The next sign-in creates the link again. */
function Unlink({ link: { id, name } }: { link: WireSsoLink }) {
  const t = useTexts();
  const client = useClient();
  const answers = useQueryClient();
  const unlink = useAction(async () => {
    await client.DELETE('/dashboard/v1/sso/links/{id}', { params: { path: { id } } });
    await answers.invalidateQueries({ queryKey: ['sso-links'] });
  });
  return (
    <>
      <Button
        look="plain"
        aria-label={t('sso.unlink_named', { name })}
        isPending={unlink.isRunning}
        onPress={unlink.run}
      >
        {t('sso.unlink')}
      </Button>
      {unlink.error !== undefined && <ErrorNote error={unlink.error} />}
    </>
  );
}
