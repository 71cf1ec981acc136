import { useQuery } from '@tanstack/react-query';
import { routes } from '@tradepost/contracts/routes';
import { useEffect } from 'react';
import { meQuery } from '../../api/queries';
import { send } from '../../api/send';
import { language, showIn } from '../../i18n/language';

/** Shows the page in the language of the profile; a profile without one gets that of the page. */
export function OwnLanguage() {
  const { data } = useQuery(meQuery);
  const own = data?.language;
  useEffect(() => {
    if (own) showIn(own);
    // mails are in English until it is stored; the next page tries again
    if (own === null) void send(routes.saveLanguage, { language }).catch(() => undefined);
  }, [own]);
  return null;
}
