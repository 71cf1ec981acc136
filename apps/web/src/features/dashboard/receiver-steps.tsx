import type { ReceivedInvitation } from '@tradepost/contracts/identity';
import type { RequestView } from '@tradepost/contracts/requests';
import type { ReceivedFolder } from '@tradepost/contracts/storage';
import { useMay } from '../../session/may';
import { NextSteps } from './steps';
import { t } from '../../i18n/t';

interface StepsProps {
  invitations: ReceivedInvitation[] | undefined;
  folders: ReceivedFolder[] | undefined;
  requests: { items: RequestView[]; total: number } | undefined;
}

/** What a new receiver does first; nothing until it is known what was done. */
export function Steps({ invitations, folders, requests }: StepsProps) {
  const mayAnswer = useMay('partners');
  if (!invitations || !folders || !requests) return null;
  return (
    <NextSteps
      steps={[
        ...(mayAnswer
          ? [
              {
                title: t('Accept your invitations'),
                text:
                  invitations.length > 0
                    ? t('{count} waiting for your answer.', { count: invitations.length })
                    : t('No invitation is waiting for your answer.'),
                to: '/accept-invitation',
                done: invitations.length === 0 && folders.length > 0,
              },
            ]
          : []),
        {
          title: t('Browse what is shared with you'),
          text: t('Open a folder, choose files and send a request.'),
          to: '/share-folders',
          done: requests.total > 0,
        },
        {
          title: t('Download your files'),
          text: t('You get an email when the sender accepts.'),
          to: '/my-transfers',
          done: requests.items.some(({ status }) => status === 'accepted'),
        },
      ]}
    />
  );
}
