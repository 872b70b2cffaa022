// Waits until the email address is confirmed. The link in the email opens in another tab or on a
// phone, so the console polls, and also checks as soon as the member returns to the page.
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { dataOf } from '../api/client.ts';
import { useClient, useConsole, useUser } from '../session/context.ts';
import { SOON_MS } from './queries.ts';

export function ConfirmationWatch() {
  const client = useClient();
  const { keeper } = useConsole();
  const { email_verified: isConfirmed } = useUser();
  const { data: me, refetch } = useQuery({
    queryKey: ['me'],
    queryFn: () => dataOf(client.GET('/dashboard/v1/auth/me')),
    enabled: isConfirmed === false,
    refetchInterval: SOON_MS,
  });
  useEffect(() => {
    if (isConfirmed !== false) return undefined;
    const ask = () => {
      if (document.visibilityState === 'visible') void refetch({ cancelRefetch: false });
    };
    // `visibilitychange` covers the return from another tab, and `focus` the return from another
    // window.
    document.addEventListener('visibilitychange', ask);
    window.addEventListener('focus', ask);
    return () => {
      document.removeEventListener('visibilitychange', ask);
      window.removeEventListener('focus', ask);
    };
  }, [isConfirmed, refetch]);
  useEffect(() => {
    if (isConfirmed === false && me?.email_verified === true) keeper.become(me);
  }, [isConfirmed, me, keeper]);
  return null;
}
