import { useQuery } from '@tanstack/react-query';
import type { RequestDetails, RequestView } from '@tradepost/contracts/requests';
import { mailbox } from '@tradepost/contracts/values/address';
import { Button } from 'antd';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { requestDetailsQuery } from '../../../api/queries';
import { useMay } from '../../../session/may';
import { NoKeys } from '../../../vault/company/no-keys';
import { useHasKeys } from '../../../vault/has-keys';
import { unsignedText } from '../../../sealing/found-key/receiver-key';
import { DetailsState } from '../../../ui/exchange/details-state';
import { ExchangeCard, ExchangePage, ExchangeTexts } from '../../../ui/exchange/exchange-page';
import { FileLedger } from '../../../ui/exchange/file-ledger';
import { TotalValue } from '../../../ui/exchange/total-value';
import { formatBytes, formatDate } from '../../../ui/feedback/format';
import { TimeText } from '../../../ui/feedback/time-text';
import { LinkButton } from '../../../ui/layout/link-button';
import { PartnerName } from '../../../ui/layout/partner-name';
import { Approvals, ApproveButton } from './approvals';
import { AssignmentCard } from '../assignment/assignment-card';
import { AcceptDialog } from '../accept-dialog';
import { Comments } from './comments';
import { NextStep } from '../next-step';
import { RequestStatusTag, useMayAccept } from '../parts';
import { RejectDialog } from '../reject-dialog';
import { SignDialog } from '../sign-dialog';
import { t } from '../../../i18n/t';

type Open = 'accept' | 'reject';

/** One request, for its sender or its receiver. */
export default function RequestPage() {
  const { id = '' } = useParams();
  const query = useQuery(requestDetailsQuery(id));
  if (!query.data) return <DetailsState what={t('request')} query={query} />;
  return <Request details={query.data} />;
}

function Request({ details }: { details: RequestDetails }) {
  const [open, setOpen] = useState<Open>();
  const [signing, setSigning] = useState<RequestView>();
  const mayAnswer = useMay('requests');
  const mayReceive = useMay('receive');
  const hasKeys = useHasKeys();
  const { request, role } = details;
  const isSender = role === 'sender';
  const close = () => setOpen(undefined);
  return (
    <>
      <ExchangePage
        details={details}
        title={
          isSender
            ? t('Request from {companyName}', { companyName: request.companyName })
            : t('Request to {companyName}', { companyName: request.companyName })
        }
        subtitle={
          <RequestStatusTag
            request={request}
            waiting={
              isSender
                ? t('Waiting for {receiverEmail} to set up encryption', {
                    receiverEmail: mailbox(request.receiverEmail),
                  })
                : t('Waiting for you to set up encryption')
            }
            unsigned={isSender ? unsignedText : t('Waiting for your signature')}
          />
        }
        back={
          isSender ? { to: '/requests', text: t('Request Management') } : { to: '/my-requests', text: t('My Requests') }
        }
        actions={
          <>
            {details.transfer && <LinkButton to={`/transfers/${request.id}`}>{t('View transfer')}</LinkButton>}
            {isSender && <ApproveButton request={request} />}
            {isSender && mayAnswer && <Answers request={request} onOpen={setOpen} />}
            {!isSender && mayReceive && <NextStep request={request} onSign={setSigning} size="middle" />}
          </>
        }
        facts={[
          {
            label: isSender ? t('Requested by') : t('Requested from'),
            value: (
              <PartnerName
                companyId={request.companyId}
                companyName={isSender ? mailbox(request.receiverEmail) : request.companyName}
              />
            ),
          },
          {
            label: t('Requested'),
            value: <TimeText iso={request.createdAt} isRelative />,
            note: formatDate(request.createdAt),
          },
          { label: t('Files'), value: request.files.length, note: formatBytes(sizeOf(request)) },
          { label: t('Total value'), value: <TotalValue files={request.files} /> },
        ]}
      >
        {isSender && mayAnswer && !hasKeys && request.status === 'pending' && request.mode !== 'managed' && <NoKeys />}
        <ExchangeCard title={t('Requested files')} isFlush>
          <FileLedger label={t('Requested files')} files={request.files} />
        </ExchangeCard>
        <AssignmentCard details={details} />
        <Approvals request={request} />
        <ExchangeTexts
          texts={[
            { title: t('Intended use'), text: request.intendedUse },
            { title: t('Note'), text: request.note },
            { title: t('Reason for rejection'), text: request.reason },
          ]}
        />
        <Comments details={details} />
      </ExchangePage>
      {open === 'accept' && <AcceptDialog request={request} onClose={close} />}
      {open === 'reject' && <RejectDialog requests={[request]} onDone={close} onClose={close} />}
      {signing && <SignDialog request={signing} onClose={() => setSigning(undefined)} />}
    </>
  );
}

const sizeOf = ({ files }: RequestView) => files.reduce((sum, { size }) => sum + size, 0);

/** The sender's answers to a pending request. */
function Answers({ request, onOpen }: { request: RequestView; onOpen: (open: Open) => void }) {
  const mayAccept = useMayAccept();
  if (request.status !== 'pending') return null;
  return (
    <>
      <Button danger onClick={() => onOpen('reject')}>
        {t('Reject')}
      </Button>
      {mayAccept(request) && (
        <Button type="primary" onClick={() => onOpen('accept')}>
          {t('Accept')}
        </Button>
      )}
    </>
  );
}
