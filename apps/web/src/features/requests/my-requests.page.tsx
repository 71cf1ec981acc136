import { ReloadOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import type { RequestStatus, RequestView } from '@tradepost/contracts/requests';
import { Button, Card, Flex } from 'antd';
import { useState } from 'react';
import { useUser } from '../../session/auth.store';
import { useMay } from '../../session/may';
import type { Column } from '../../ui/list/data-table-props';
import { ListTools } from '../../ui/list/list-tools';
import { PagedTable } from '../../ui/list/paged-table';
import { EmptyState } from '../../ui/feedback/empty-state';
import { FilterChips } from '../../ui/form/filter-chips';
import { formatDay } from '../../ui/feedback/format';
import { LinkButton } from '../../ui/layout/link-button';
import { PageHeader } from '../../ui/layout/page-header';
import { TimeText } from '../../ui/feedback/time-text';
import { useListParams } from '../../ui/list/use-list-params';
import { useNextPage } from '../../ui/list/use-next-page';
import { useOpenRow } from '../../ui/list/use-open-row';
import { PartnerName } from '../../ui/layout/partner-name';
import { myRequestsQuery } from './api';
import { NextStep } from './next-step';
import { FilesButton, FilesDialog, filesText, RequestStatusTag, statusOptions } from './parts';
import { SignDialog } from './sign-dialog';
import { Choice } from '../../ui/form/choice';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';

const pageSizes = [5, 10, 25, 50];

/** The requests of the signed-in person and their state. */
export default function MyRequestsPage() {
  const user = useUser();
  const mayReceive = useMay('receive');
  const params = useListParams({ sort: '', status: '', size: '10' });
  const { sort, status, size, page, set } = params;
  const [shown, setShown] = useState<RequestView>();
  const [signing, setSigning] = useState<RequestView>();
  const pageSize = Number(size);
  const queryOf = (at: number) =>
    myRequestsQuery(user, { page: at, pageSize, sort, status: status as RequestStatus | '' });
  const query = useQuery(queryOf(page));
  useNextPage(query, { page, pageSize, queryOf });
  const openRow = useOpenRow();
  /** In a dialog, or on its page, which has all of the files. */
  const openIn = (dialog: (request: RequestView) => void) => (request: RequestView) =>
    request.omittedFiles ? openRow(`/requests/${request.id}`) : dialog(request);
  const columns: Column<RequestView>[] = [
    {
      key: 'company',
      title: t('Company'),
      sortBy: 'companyName',
      render: ({ id, companyId, companyName }) => (
        <PartnerName companyId={companyId} companyName={companyName} to={`/requests/${id}`} />
      ),
      card: ({ id, companyId, companyName }) => (
        <PartnerName companyId={companyId} companyName={companyName} to={`/requests/${id}`} isLine />
      ),
    },
    {
      key: 'status',
      title: t('Status'),
      sortBy: 'status',
      render: (request) => <Status request={request} />,
      card: (request) => <Status request={request} isLine />,
    },
    {
      key: 'created',
      title: t('Requested'),
      sortBy: 'createdAt',
      folds: true,
      card: false,
      render: ({ createdAt }) => <TimeText iso={createdAt} isRelative />,
    },
    {
      key: 'expiry',
      title: t('Available until'),
      render: ({ expiry }) => (expiry ? <TimeText iso={expiry} isRelative /> : '–'),
      card: ({ createdAt, expiry }) => {
        if (!expiry) return <TimeText iso={createdAt} isRelative />;
        return Date.parse(expiry) <= Date.now() ? t('expired') : t('until {until}', { until: formatDay(expiry) });
      },
    },
    {
      key: 'files',
      title: t('Files'),
      render: (request) => <FilesButton request={request} onOpen={openIn(setShown)} />,
      card: filesText,
    },
    ...(mayReceive
      ? [
          {
            key: 'actions',
            title: t('Actions'),
            isActions: true,
            render: (request: RequestView) => <NextStep request={request} onSign={openIn(setSigning)} />,
            card: (request: RequestView) => <NextStep request={request} onSign={openIn(setSigning)} isBrief />,
          },
        ]
      : []),
  ];
  return (
    <>
      <PageHeader
        title={t('My Requests')}
        subtitle={
          mayReceive
            ? t('Your requests to partners and their answers.')
            : t('Requests of your company to partners, and their answers.')
        }
        actions={
          <Button icon={<ReloadOutlined aria-hidden />} loading={query.isFetching} onClick={() => void query.refetch()}>
            {t('Refresh')}
          </Button>
        }
      />
      <Card styles={{ body: { padding: 0 } }}>
        <ListTools query={query} isFiltered={status !== ''}>
          <Flex className={layout.padding16}>
            <Choice
              aria-label={t('Status')}
              isLabelShown
              value={status}
              options={statusOptions}
              onChange={(value) => set({ status: value })}
              className={layout.filterSelect}
            />
          </Flex>
        </ListTools>
        <FilterChips
          chips={[
            status && {
              key: 'status',
              text: t('Status: {status}', { status: t(status) }),
              onRemove: () => set({ status: '' }),
            },
          ]}
        />
        <PagedTable
          query={query}
          params={params}
          pageSize={pageSize}
          sizes={pageSizes}
          what={t('requests')}
          label={t('My requests')}
          columns={columns}
          keyOf={({ id }) => id}
          nameOf={({ companyName }) => t('the request to {companyName}', { companyName })}
          onOpen={({ id }) => openRow(`/requests/${id}`)}
          empty={
            status ? (
              <EmptyState
                title={t('No matching requests')}
                action={<Button onClick={() => set({ status: '' })}>{t('Clear filters')}</Button>}
              />
            ) : (
              <EmptyState
                title={t('No requests found')}
                {...(mayReceive
                  ? {
                      text: t('Choose files under Share with you and send a request.'),
                      action: <LinkButton to="/share-folders">{t('Browse what is shared with you')}</LinkButton>,
                    }
                  : { text: t('Requests that your company sends to partners appear here.') })}
              />
            )
          }
        />
      </Card>
      {shown && <FilesDialog request={shown} onClose={() => setShown(undefined)} />}
      {signing && <SignDialog request={signing} onClose={() => setSigning(undefined)} />}
    </>
  );
}

const Status = ({ request, isLine = false }: { request: RequestView; isLine?: boolean }) => (
  <RequestStatusTag
    request={request}
    waiting={t('Waiting for you to set up encryption')}
    unsigned={t('Waiting for your signature')}
    isLine={isLine}
  />
);
