import { Button, Flex } from 'antd';
import type { RequestView } from '@tradepost/contracts/requests';
import { unsignedText } from '../../sealing/receiver-key';
import { TimeText } from '../../ui/feedback/time-text';
import { PartnerName } from '../../ui/layout/partner-name';
import type { Column } from '../../ui/list/data-table-props';
import { FilesButton, RequestStatusTag } from './parts';
import { t } from '../../i18n/t';

/** The open dialog of the page. */
export type RequestDialog =
  { kind: 'accept' | 'files'; request: RequestView } | { kind: 'reject'; requests: RequestView[] };

export const isPending = ({ status }: RequestView) => status === 'pending';

/** The columns of the requests for the company's files. */
export const requestColumns = (
  open: (dialog: RequestDialog) => void,
  { mayAnswer, mayAccept }: { mayAnswer: boolean; mayAccept: (request: RequestView) => boolean },
): Column<RequestView>[] => [
  {
    key: 'company',
    title: t('Company Name'),
    sortBy: 'companyName',
    render: ({ id, companyId, companyName }) => (
      <PartnerName companyId={companyId} companyName={companyName} to={`/requests/${id}`} />
    ),
  },
  {
    key: 'receiver',
    title: t('Receiver Email'),
    isWide: true,
    render: ({ receiverEmail }) => <div className="wrap-cell">{receiverEmail}</div>,
  },
  {
    key: 'status',
    title: t('Status'),
    sortBy: 'status',
    render: (request) => (
      <RequestStatusTag
        request={request}
        waiting={t('Waiting for {receiverEmail} to set up encryption', { receiverEmail: request.receiverEmail })}
        unsigned={unsignedText}
      />
    ),
  },
  {
    key: 'created',
    title: t('Created At'),
    sortBy: 'createdAt',
    render: ({ createdAt }) => <TimeText iso={createdAt} isRelative />,
  },
  {
    key: 'files',
    title: t('Files'),
    render: (request) => <FilesButton request={request} onOpen={(shown) => open({ kind: 'files', request: shown })} />,
  },
  ...(mayAnswer ? [answers(open, mayAccept)] : []),
];

const answers = (
  open: (dialog: RequestDialog) => void,
  mayAccept: (request: RequestView) => boolean,
): Column<RequestView> => ({
  key: 'actions',
  title: t('Actions'),
  isActions: true,
  render: (request) =>
    isPending(request) && (
      <Flex gap={8} justify="flex-end">
        {mayAccept(request) && (
          <Button
            size="small"
            type="primary"
            onClick={() => open({ kind: 'accept', request })}
            aria-label={t('Accept the request from {companyName}', { companyName: request.companyName })}
          >
            {t('Accept')}
          </Button>
        )}
        <Button
          size="small"
          danger
          onClick={() => open({ kind: 'reject', requests: [request] })}
          aria-label={t('Reject the request from {companyName}', { companyName: request.companyName })}
        >
          {t('Reject')}
        </Button>
      </Flex>
    ),
});
