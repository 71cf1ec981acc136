import { Button, Flex } from 'antd';
import type { RequestView } from '@tradepost/contracts/requests';
import { mailbox } from '@tradepost/contracts/values/address';
import { unsignedText } from '../../sealing/found-key/receiver-key';
import { TimeText } from '../../ui/feedback/time-text';
import { PartnerName } from '../../ui/layout/partner-name';
import type { Column } from '../../ui/list/data-table-props';
import { AssigneeMark, AssigneeMenu } from './assignment/assignee-menu';
import { FilesButton, filesText, RequestStatusTag } from './parts';
import { t } from '../../i18n/t';

/** The open dialog of the page. */
export type RequestDialog =
  { kind: 'accept' | 'files'; request: RequestView } | { kind: 'reject'; requests: RequestView[] };

export const isPending = ({ status }: RequestView) => status === 'pending';

/** The columns of the requests for the company's files. */
export const requestColumns = (
  open: (dialog: RequestDialog) => void,
  {
    mayAnswer,
    mayAccept,
    isAlone,
  }: {
    mayAnswer: boolean;
    mayAccept: (request: RequestView) => boolean;
    /** The company has one person only. */
    isAlone: boolean;
  },
): Column<RequestView>[] => [
  {
    key: 'company',
    title: t('Company Name'),
    sortBy: 'companyName',
    render: ({ id, companyId, companyName }) => (
      <PartnerName companyId={companyId} companyName={companyName} to={`/requests/${id}`} />
    ),
    card: ({ id, companyId, companyName }) => (
      <PartnerName companyId={companyId} companyName={companyName} to={`/requests/${id}`} isLine />
    ),
  },
  {
    key: 'receiver',
    title: t('Receiver Email'),
    folds: true,
    card: false,
    render: ({ receiverEmail }) => <div className="wrap-cell">{mailbox(receiverEmail)}</div>,
  },
  {
    key: 'status',
    title: t('Status'),
    sortBy: 'status',
    render: (request) => <Status request={request} />,
    card: (request) => <Status request={request} isLine />,
  },
  ...(isAlone ? [] : [assignee]),
  {
    key: 'created',
    title: t('Created At'),
    sortBy: 'createdAt',
    render: ({ createdAt }) => <TimeText iso={createdAt} isRelative />,
    // the end of the line is cut
    card: filesText,
  },
  {
    key: 'files',
    title: t('Files'),
    render: (request) => <FilesButton request={request} onOpen={(shown) => open({ kind: 'files', request: shown })} />,
    card: ({ createdAt }) => <TimeText iso={createdAt} isRelative />,
  },
  ...(mayAnswer ? [answers(open, mayAccept)] : []),
];

const assignee: Column<RequestView> = {
  key: 'assignee',
  title: t('Assigned to'),
  folds: true,
  render: (request) => <AssigneeMenu request={request} isOpen={isPending(request)} isSmall />,
  card: (request) => request.assignee && <AssigneeMark assignee={request.assignee} />,
};

const Status = ({ request, isLine = false }: { request: RequestView; isLine?: boolean }) => (
  <RequestStatusTag
    request={request}
    waiting={t('Waiting for {receiverEmail} to set up encryption', { receiverEmail: mailbox(request.receiverEmail) })}
    unsigned={unsignedText}
    isLine={isLine}
  />
);

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
        {mayAccept(request) && <AcceptButton request={request} open={open} />}
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
  // to reject is on the page of the request
  card: (request) => isPending(request) && mayAccept(request) && <AcceptButton request={request} open={open} />,
});

const AcceptButton = ({ request, open }: { request: RequestView; open: (dialog: RequestDialog) => void }) => (
  <Button
    size="small"
    type="primary"
    onClick={() => open({ kind: 'accept', request })}
    aria-label={t('Accept the request from {companyName}', { companyName: request.companyName })}
  >
    {t('Accept')}
  </Button>
);
