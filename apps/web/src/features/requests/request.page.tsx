import { useQuery } from '@tanstack/react-query';
import type { RequestDetails, RequestView } from '@tradepost/contracts/requests';
import { Button } from 'antd';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { requestDetailsQuery } from '../../api/queries';
import { unsignedText } from '../../sealing/receiver-key';
import { DetailsState } from '../../ui/exchange/details-state';
import { ExchangeCard, ExchangePage, ExchangeTexts } from '../../ui/exchange/exchange-page';
import { FileLedger } from '../../ui/exchange/file-ledger';
import { TotalValue } from '../../ui/exchange/total-value';
import { formatBytes, formatDate } from '../../ui/feedback/format';
import { TimeText } from '../../ui/feedback/time-text';
import { LinkButton } from '../../ui/layout/link-button';
import { PartnerName } from '../../ui/layout/partner-name';
import { AcceptDialog } from './accept-dialog';
import { NextStep } from './next-step';
import { RequestStatusTag } from './parts';
import { RejectDialog } from './reject-dialog';
import { SignDialog } from './sign-dialog';

type Open = 'accept' | 'reject';

/** One request, for its sender or its receiver. */
export default function RequestPage() {
  const { id = '' } = useParams();
  const query = useQuery(requestDetailsQuery(id));
  if (!query.data) return <DetailsState what="request" query={query} />;
  return <Request details={query.data} />;
}

function Request({ details }: { details: RequestDetails }) {
  const [open, setOpen] = useState<Open>();
  const [signing, setSigning] = useState<RequestView>();
  const { request, role } = details;
  const isSender = role === 'sender';
  const close = () => setOpen(undefined);
  return (
    <>
      <ExchangePage
        details={details}
        title={`Request ${isSender ? 'from' : 'to'} ${request.companyName}`}
        subtitle={
          <RequestStatusTag
            request={request}
            waiting={`Waiting for ${isSender ? request.receiverEmail : 'you'} to set up encryption`}
            unsigned={isSender ? unsignedText : 'Waiting for your signature'}
          />
        }
        back={isSender ? { to: '/requests', text: 'Request Management' } : { to: '/my-requests', text: 'My Requests' }}
        actions={
          <>
            {details.transfer && <LinkButton to={`/transfers/${request.id}`}>View transfer</LinkButton>}
            {isSender ? (
              <Answers request={request} onOpen={setOpen} />
            ) : (
              <NextStep request={request} onSign={setSigning} size="middle" />
            )}
          </>
        }
        facts={[
          {
            label: isSender ? 'Requested by' : 'Requested from',
            value: (
              <PartnerName
                companyId={request.companyId}
                companyName={isSender ? request.receiverEmail : request.companyName}
              />
            ),
          },
          {
            label: 'Requested',
            value: <TimeText iso={request.createdAt} isRelative />,
            note: formatDate(request.createdAt),
          },
          { label: 'Files', value: request.files.length, note: formatBytes(sizeOf(request)) },
          { label: 'Total value', value: <TotalValue files={request.files} /> },
        ]}
      >
        <ExchangeCard title="Requested files" isFlush>
          <FileLedger label="Requested files" files={request.files} />
        </ExchangeCard>
        <ExchangeTexts
          texts={[
            { title: 'Intended use', text: request.intendedUse },
            { title: 'Note', text: request.note },
            { title: 'Reason for rejection', text: request.reason },
          ]}
        />
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
  if (request.status !== 'pending') return null;
  return (
    <>
      <Button danger onClick={() => onOpen('reject')}>
        Reject
      </Button>
      {!request.waitsForKey && !request.waitsForSignature && (
        <Button type="primary" onClick={() => onOpen('accept')}>
          Accept
        </Button>
      )}
    </>
  );
}
