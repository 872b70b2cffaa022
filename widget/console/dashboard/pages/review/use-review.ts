import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { dataOf, type Client } from '../../../api/client.ts';
import type { WireReview } from '../../../api/wire.ts';
import { useClient } from '../../../session/context.ts';

export type ShownReview = WireReview;

export interface SeenPicture {
  name: ShownReview['pictures'][number]['name'];
  jpeg: Blob;
}

interface Seen {
  review: ShownReview;
  pictures: SeenPicture[];
}

/**
 * One review with its pictures. Every read is recorded in the audit log as a viewing, and a picture
 * link works only once (D-95). For this reason, the review is loaded when the page opens and is
 * never reloaded automatically, and its data is discarded when the member leaves the page.
 */
export function useReview(id: string): UseQueryResult<Seen> {
  const client = useClient();
  return useQuery({
    queryKey: ['review', id],
    queryFn: () => look(client, id),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
}

async function look(client: Client, id: string): Promise<Seen> {
  const review = await dataOf(
    client.GET('/dashboard/v1/reviews/{id}', { params: { path: { id } } }),
  );
  const pictures = await Promise.all(
    review.pictures.map(async ({ name, url }) => {
      const path = { id, link: url.slice(url.lastIndexOf('/') + 1) };
      const { data } = await client.GET('/dashboard/v1/reviews/{id}/pictures/{link}', {
        params: { path },
        parseAs: 'blob',
        cache: 'no-store',
      });
      return data === undefined ? [] : [{ name, jpeg: data }];
    }),
  );
  return { review, pictures: pictures.flat() };
}
