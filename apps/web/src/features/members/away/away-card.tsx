import { permissionToStandIn } from '@tradepost/contracts/absence';
import type { Member } from '@tradepost/contracts/identity';
import { Alert, Button, Card, Flex, Form, Input, Typography } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { useUser } from '../../../session/auth.store';
import { useMay } from '../../../session/may';
import { formatDate } from '../../../ui/feedback/format';
import { endOfDay } from '../../../ui/form/ends';
import { TwoColumns } from '../../../ui/layout/two-columns';
import { useToast } from '../../../ui/notice/use-toast';
import { shownName, useMember, useTeamSize } from '../../../ui/person/people';
import { PersonChoice } from '../../../ui/person/person-choice';
import { useEndAbsence, useSetAbsence } from '../api';
import { t } from '../../../i18n/t';
import layout from '../../../ui/layout/layout.module.css';

const isoDay = 'YYYY-MM-DD';

/** When the person is away and who stands in; nothing for one who takes no care of requests, or has no colleagues. */
export function AwayCard() {
  const { id } = useUser();
  const size = useTeamSize();
  const isAsked = useMay('approve');
  const own = useMember(id);
  const save = useSetAbsence();
  if (!isAsked || !size || !own || size < 2) return null;
  return (
    <Card title={t('Out of office')}>
      <AwayForm key={JSON.stringify(own.absence)} own={own} save={save} />
    </Card>
  );
}

/** @param save outlives the form, which begins again as soon as the saved absence is known, often before its answer */
function AwayForm({ own, save }: { own: Member; save: ReturnType<typeof useSetAbsence> }) {
  const { absence, delegate: standIn } = own;
  const end = useEndAbsence();
  const toast = useToast();
  const today = dayjs().format(isoDay);
  const [from, setFrom] = useState(absence ? dayjs(absence.from).format(isoDay) : today);
  const [until, setUntil] = useState(absence ? dayjs(absence.until).format(isoDay) : '');
  const [delegateId, setDelegate] = useState(absence?.delegateId ?? '');
  const error = save.error ?? end.error;
  const submit = () =>
    save.mutate(
      {
        from: dayjs(from).startOf('day').toISOString(),
        until: endOfDay(dayjs(until)).toISOString(),
        delegateId: delegateId || null,
      },
      { onSuccess: () => toast.success({ title: t('Success'), description: t('Your absence was saved.') }) },
    );
  return (
    <Form layout="vertical" component="div" disabled={save.isPending || end.isPending}>
      <Typography.Paragraph type="secondary">
        {t(
          'While you are away, your stand-in is also notified of requests that are assigned to you. The stand-in acts with their own role.',
        )}
      </Typography.Paragraph>
      {absence && (
        <Alert
          type="info"
          showIcon
          className={layout.marginBottom16}
          title={
            standIn
              ? t('You are away from {from} until {until}. {name} stands in.', {
                  from: formatDate(absence.from),
                  until: formatDate(absence.until),
                  name: shownName(standIn),
                })
              : t('You are away from {from} until {until}. Nobody stands in.', {
                  from: formatDate(absence.from),
                  until: formatDate(absence.until),
                })
          }
        />
      )}
      <TwoColumns>
        <Form.Item label={t('First day')} htmlFor="away-from">
          <Input id="away-from" type="date" value={from} onChange={({ target }) => setFrom(target.value)} />
        </Form.Item>
        <Form.Item
          label={t('Last day')}
          htmlFor="away-until"
          help={t('In your time zone: {timeZone}', { timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone })}
        >
          <Input
            id="away-until"
            type="date"
            min={from > today ? from : today}
            value={until}
            onChange={({ target }) => setUntil(target.value)}
          />
        </Form.Item>
      </TwoColumns>
      <Flex vertical gap={4} className={layout.marginBottom16}>
        <Typography.Text>{t('Stand-in')}</Typography.Text>
        <PersonChoice
          aria-label={t('Stand-in')}
          may={permissionToStandIn(own)}
          except={own.id}
          fixed={[{ value: '', label: t('Nobody') }]}
          value={delegateId}
          onChange={setDelegate}
        />
      </Flex>
      {error && <Alert type="error" showIcon role="alert" title={error.message} className={layout.marginBottom16} />}
      <Flex gap={8} wrap>
        <Button type="primary" loading={save.isPending} disabled={!from || !until} onClick={submit}>
          {t('Save absence')}
        </Button>
        {absence && (
          <Button loading={end.isPending} onClick={() => end.mutate()}>
            {t('End absence')}
          </Button>
        )}
      </Flex>
    </Form>
  );
}
