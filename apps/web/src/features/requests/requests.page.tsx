import { ReloadOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import type { RequestStatus, RequestView } from '@tradepost/contracts/requests';
import { Button, Card, Flex } from 'antd';
import { useState } from 'react';
import { foldersQuery } from '../../api/queries';
import { useUser } from '../../session/auth.store';
import { useMay } from '../../session/may';
import { ListTools } from '../../ui/list/list-tools';
import { PagedTable } from '../../ui/list/paged-table';
import { EmptyState } from '../../ui/feedback/empty-state';
import { FilterChips } from '../../ui/form/filter-chips';
import { LinkButton } from '../../ui/layout/link-button';
import { PageHeader } from '../../ui/layout/page-header';
import { SearchBox } from '../../ui/form/search-box';
import { useListParams } from '../../ui/list/use-list-params';
import { useNextPage } from '../../ui/list/use-next-page';
import { useTeamSize } from '../../ui/person/people';
import { useToast } from '../../ui/notice/use-toast';
import { useOpenRow } from '../../ui/list/use-open-row';
import { AcceptDialog } from './accept-dialog';
import { AssigneeFilter, useAssigneeFilterText } from './assignment/assignee-filter';
import { requestsQuery } from './api';
import { FilesDialog, statusOptions, useMayAccept } from './parts';
import { RejectDialog } from './reject-dialog';
import { isPending, requestColumns, type RequestDialog } from './request-columns';
import { Choice } from '../../ui/form/choice';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';

const pageSizes = [5, 10, 25, 50];

export default function RequestsPage() {
  const user = useUser();
  const mayAnswer = useMay('requests');
  const mayAccept = useMayAccept();
  const toast = useToast();
  const params = useListParams({ sort: '', status: '', receiver: '', assignee: '', size: '5' });
  const { sort, status, receiver, assignee, size, page, set } = params;
  const [selected, setSelected] = useState<RequestView[]>([]);
  const [open, setOpen] = useState<RequestDialog>();
  const pageSize = Number(size);
  const queryOf = (at: number) =>
    requestsQuery(user, { page: at, pageSize, sort, status: status as RequestStatus | '', receiver, assignee });
  const query = useQuery(queryOf(page));
  useNextPage(query, { page, pageSize, queryOf });
  const close = () => setOpen(undefined);
  const refresh = () => {
    toast.info({ title: t('Refreshing'), description: t('Fetching the latest requests...') });
    void query.refetch().then(({ error }) => {
      if (error) toast.destructive({ title: t('Error'), description: error.message });
    });
  };
  const rows = query.data?.items ?? [];
  // selected on any page; requests answered since then no longer count
  const pending = selected.map((before) => rows.find(({ id }) => id === before.id) ?? before).filter(isPending);
  const choose = (ids: string[]) =>
    setSelected(ids.flatMap((id) => [...rows, ...selected].find((request) => request.id === id) ?? []));
  const isFiltered = status !== '' || receiver !== '' || assignee !== '';
  const assigneeText = useAssigneeFilterText(assignee);
  const isAlone = useTeamSize() === 1;

  const openRow = useOpenRow();
  const openDialog = (dialog: RequestDialog) => {
    // its page has all of the files
    if ('request' in dialog && dialog.request.omittedFiles) openRow(`/requests/${dialog.request.id}`);
    else setOpen(dialog);
  };

  return (
    <>
      <PageHeader
        title={t('Request Management')}
        subtitle={t('Requests for your files.')}
        actions={
          <Button icon={<ReloadOutlined aria-hidden />} loading={query.isFetching} onClick={refresh}>
            {t('Refresh')}
          </Button>
        }
      />
      <Card styles={{ body: { padding: 0 } }}>
        <ListTools query={query} isFiltered={isFiltered}>
          <Flex gap={12} wrap align="center" className={layout.padding16}>
            <SearchBox
              placeholder={t('Search receivers')}
              label={t('Search receivers')}
              value={receiver}
              onSearch={(text) => set({ receiver: text.trim() })}
            />
            <Choice
              aria-label={t('Status')}
              isLabelShown
              value={status}
              options={statusOptions}
              onChange={(value) => set({ status: value })}
              className={layout.filterSelect}
            />
            <AssigneeFilter value={assignee} onChange={(value) => set({ assignee: value })} />
            {pending.length > 0 && (
              <Button danger onClick={() => setOpen({ kind: 'reject', requests: pending })}>
                {t('Reject {count} selected', { count: pending.length })}
              </Button>
            )}
          </Flex>
        </ListTools>
        <FilterChips
          chips={[
            status && {
              key: 'status',
              text: t('Status: {status}', { status: t(status) }),
              onRemove: () => set({ status: '' }),
            },
            receiver && {
              key: 'receiver',
              text: t('Receiver: {receiver}', { receiver }),
              onRemove: () => set({ receiver: '' }),
            },
            assigneeText !== '' && {
              key: 'assignee',
              text: assigneeText,
              onRemove: () => set({ assignee: '' }),
            },
          ]}
        />
        <PagedTable
          query={query}
          params={params}
          pageSize={pageSize}
          sizes={pageSizes}
          what={t('requests')}
          label={t('Requests')}
          columns={requestColumns(openDialog, { mayAnswer, mayAccept, isAlone })}
          keyOf={({ id }) => id}
          nameOf={({ companyName }) => t('the request from {companyName}', { companyName })}
          onOpen={({ id }) => openRow(`/requests/${id}`)}
          selected={pending.map(({ id }) => id)}
          {...(mayAnswer && { onSelect: choose })}
          canSelect={isPending}
          empty={
            isFiltered ? (
              <EmptyState
                title={t('No matching requests')}
                action={
                  <Button onClick={() => set({ status: '', receiver: '', assignee: '' })}>{t('Clear filters')}</Button>
                }
              />
            ) : (
              // not on a page after the last one, which is left at once
              query.data?.total === 0 && <NoRequests />
            )
          }
        />
      </Card>
      {open?.kind === 'accept' && <AcceptDialog request={open.request} onClose={close} />}
      {open?.kind === 'files' && <FilesDialog request={open.request} onClose={close} />}
      {open?.kind === 'reject' && (
        <RejectDialog requests={open.requests} onDone={() => setSelected([])} onClose={close} />
      )}
    </>
  );
}

/** Requests come after a delivery. */
function NoRequests() {
  const mayChange = useMay('files');
  const { data: folders } = useQuery({ ...foldersQuery, enabled: mayChange });
  const text = `${t('Requests from partners appear here.')} ${t('Deliver a folder so that partners can request its files.')}`;
  // without a folder there is no workspace to open
  const action = folders?.length ? (
    <LinkButton to="/workspace">{t('Open the workspace')}</LinkButton>
  ) : (
    folders && <LinkButton to="/#new-folder">{t('New folder')}</LinkButton>
  );
  return <EmptyState title={t('No requests found')} text={text} action={action} />;
}
