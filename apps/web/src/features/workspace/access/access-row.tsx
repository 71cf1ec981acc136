import {
  CalendarOutlined,
  CheckCircleFilled,
  CloseCircleFilled,
  QuestionCircleOutlined,
  StopOutlined,
} from '@ant-design/icons';
import type { FolderAccess, FolderView } from '@tradepost/contracts/storage';
import { Button, DatePicker, Flex, Popconfirm, Popover, Tooltip, Typography } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import type { ReactNode } from 'react';
import { dayPattern, formatDay } from '../../../ui/feedback/format';
import { useToast } from '../../../ui/notice/use-toast';
import { endOfDay, isPast } from '../../../ui/form/ends';
import { ExpiryPresets } from '../../../ui/form/expiry-presets';
import { useChangeAccess, useRemoveAccess } from '../api';
import { t } from '../../../i18n/t';
import layout from '../../../ui/layout/layout.module.css';
import styles from './access.module.css';

interface AccessRowProps {
  folder: FolderView;
  email: string;
  access: FolderAccess | undefined;
  /** Has not accepted the invitation, and sees the folder only after that. */
  isInvited: boolean;
  children: ReactNode;
}

/** A partner's access to the folder, its end date, and the button that removes it. */
export function AccessRow({ folder, email, access, isInvited, children }: AccessRowProps) {
  const removeAccess = useRemoveAccess();
  const change = useChangeAccess();
  const toast = useToast();
  const failed = ({ message }: Error) => toast.destructive({ title: t('Error'), description: message });
  const end = access?.until ? dayjs(access.until) : null;
  const setEnd = (day: Dayjs | null) =>
    change.mutate({ id: folder.id, email, until: day && endOfDay(day).toISOString() }, { onError: failed });
  return (
    <Flex role="listitem" className={`list-row ${styles.accessRow}`} gap={8} align="center" wrap>
      <div className={styles.email}>{children}</div>
      <AccessState access={access} isInvited={isInvited} isUnknown={!access && !!folder.omittedEmails} />
      {access && (
        <Flex gap={2} className={styles.pushedToEnd}>
          <Popover
            trigger="click"
            title={t('Access ends')}
            content={
              <>
                <DatePicker
                  aria-label={t('Access of {email} ends', { email })}
                  value={end}
                  disabledDate={isPast}
                  placeholder={t('Never')}
                  format={dayPattern}
                  disabled={change.isPending}
                  onChange={setEnd}
                />
                <ExpiryPresets label={t('Access for')} value={end} onChoose={setEnd} disabled={change.isPending} />
              </>
            }
          >
            <Tooltip title={t('End date')}>
              <Button
                type="text"
                size="small"
                icon={<CalendarOutlined aria-hidden />}
                aria-label={t('End date for {email}', { email })}
                loading={change.isPending}
              />
            </Tooltip>
          </Popover>
          <Popconfirm
            title={t('Remove access for {email}?', { email })}
            description={t("They'll no longer see the folder. Links they already have keep working until they expire.")}
            okText={t('Remove access')}
            cancelText={t('Cancel')}
            okButtonProps={{ danger: true }}
            onConfirm={() =>
              removeAccess.mutate(
                { folder, email },
                {
                  onSuccess: () =>
                    toast.success({ title: t('Success'), description: t('{email} no longer has access.', { email }) }),
                  onError: failed,
                },
              )
            }
          >
            <Tooltip title={t('Remove access')}>
              <Button
                type="text"
                size="small"
                danger
                icon={<StopOutlined aria-hidden />}
                aria-label={t('Remove access for {email}', { email })}
                loading={removeAccess.isPending}
              />
            </Tooltip>
          </Popconfirm>
        </Flex>
      )}
    </Flex>
  );
}

/** `isUnknown`: the answer leaves addresses out, and the partner may be one of them. */
function AccessState({
  access,
  isInvited,
  isUnknown,
}: Pick<AccessRowProps, 'access' | 'isInvited'> & { isUnknown: boolean }) {
  if (isUnknown && !isInvited)
    return (
      <Typography.Text type="secondary" className={`${layout.small} ${layout.noWrap}`}>
        <QuestionCircleOutlined aria-hidden className={styles.stateIcon} />
        {t('access not shown')}
      </Typography.Text>
    );
  const hasAccess = access && !isInvited;
  const Icon = hasAccess ? CheckCircleFilled : CloseCircleFilled;
  return (
    <Typography.Text type="secondary" className={`${layout.small} ${layout.noWrap}`}>
      <Icon aria-hidden className={`${styles.stateIcon} ${hasAccess ? layout.success : layout.error}`} />
      {isInvited
        ? t('invited, not joined yet')
        : access
          ? access.until
            ? t('has access until {until}', { until: formatDay(access.until) })
            : t('has access')
          : t('no access')}
    </Typography.Text>
  );
}
