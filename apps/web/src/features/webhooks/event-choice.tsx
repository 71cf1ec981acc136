import { SearchOutlined } from '@ant-design/icons';
import { webhookKinds, type WebhookKind } from '@tradepost/contracts/webhooks';
import { Button, Checkbox, Flex, Input, Typography } from 'antd';
import { useState } from 'react';
import { hasText } from '../../ui/list/has-text';
import { kindLabel } from './parts';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';
import styles from './webhooks.module.css';

type Group = 'requests' | 'transfers' | 'files' | 'partners' | 'company';

const titles: Record<Group, string> = {
  requests: t('Requests'),
  transfers: t('Transfers'),
  files: t('Folders and files'),
  partners: t('Partners'),
  company: t('Your company'),
};

const groupOf: Record<WebhookKind, Group> = {
  'request.created': 'requests',
  'request.approved': 'requests',
  'request.commented': 'requests',
  'request.assigned': 'requests',
  'request.stand-in': 'requests',
  'request.approvals-removed': 'requests',
  'request.accepted': 'requests',
  'request.rejected': 'requests',
  'request.withdrawn': 'requests',
  'request.key-arrived': 'requests',
  'archive.ready': 'transfers',
  'transfer.changed': 'transfers',
  'transfer.expiring': 'transfers',
  'transfer.downloaded': 'transfers',
  'folder.delivered': 'files',
  'file.replaced': 'files',
  'invitation.received': 'partners',
  'invitation.accepted': 'partners',
  'invitation.ended': 'partners',
  'kyc.changed': 'company',
  'member.joined': 'company',
  'recovery.changed': 'company',
  'handover.changed': 'company',
  'webhook.off': 'company',
};

const everyKind = Object.keys(webhookKinds) as WebhookKind[];
const groups = (Object.keys(titles) as Group[]).map((group) => ({
  group,
  kinds: everyKind.filter((kind) => groupOf[kind] === group),
}));

interface EventChoiceProps {
  chosen: readonly WebhookKind[];
  onChoose: (kinds: WebhookKind[]) => void;
}

/** The events of a webhook by topic. A search hides the other events; what is chosen of them stays chosen. */
export function EventChoice({ chosen, onChoose }: EventChoiceProps) {
  const [search, setSearch] = useState('');
  const shown = groups
    .map(({ group, kinds }) => ({
      group,
      kinds: hasText(titles[group], search)
        ? kinds
        : kinds.filter((kind) => hasText(kindLabel(kind), search) || hasText(kind, search)),
    }))
    .filter(({ kinds }) => kinds.length > 0);
  /** Of these kinds exactly the wanted ones. */
  const choose = (kinds: WebhookKind[], wanted: readonly WebhookKind[]) =>
    onChoose(everyKind.filter((kind) => (kinds.includes(kind) ? wanted : chosen).includes(kind)));
  const shownKinds = shown.flatMap(({ kinds }) => kinds);
  const hasAll = shownKinds.every((kind) => chosen.includes(kind));
  return (
    <>
      <Flex gap={12} align="center" className={layout.marginBottom8}>
        <Input
          allowClear
          prefix={<SearchOutlined aria-hidden />}
          placeholder={t('Search events')}
          aria-label={t('Search events')}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          // the form is not sent
          onPressEnter={(event) => event.preventDefault()}
        />
        <Button
          type="link"
          disabled={shownKinds.length === 0}
          className={layout.noPaddingInline}
          onClick={() => choose(shownKinds, hasAll ? [] : shownKinds)}
        >
          {hasAll && shownKinds.length > 0 ? t('Choose none') : t('Choose all')}
        </Button>
      </Flex>
      {shown.map(({ group, kinds }) => (
        <EventGroup
          key={group}
          title={titles[group]}
          kinds={kinds}
          chosen={chosen.filter((kind) => kinds.includes(kind))}
          onChoose={(wanted) => choose(kinds, wanted)}
        />
      ))}
      <div role="status">
        {shown.length === 0 && <Typography.Text type="secondary">{t('No matching events')}</Typography.Text>}
      </div>
    </>
  );
}

function EventGroup({ title, kinds, chosen, onChoose }: EventChoiceProps & { title: string; kinds: WebhookKind[] }) {
  const hasAll = chosen.length === kinds.length;
  return (
    <div role="group" aria-label={title} className={styles.group}>
      <Checkbox
        checked={hasAll}
        indeterminate={chosen.length > 0 && !hasAll}
        onChange={({ target }) => onChoose(target.checked ? kinds : [])}
        className={styles.groupTitle}
      >
        <Typography.Text strong>{title}</Typography.Text>{' '}
        <Typography.Text type="secondary" className="numbers">
          {t('{count} of {total}', { count: chosen.length, total: kinds.length })}
        </Typography.Text>
      </Checkbox>
      <Checkbox.Group
        value={[...chosen]}
        options={kinds.map((value) => ({ value, label: kindLabel(value) }))}
        onChange={onChoose}
        className={styles.kinds}
      />
    </div>
  );
}
