import { CalendarOutlined, CheckCircleFilled, CloseCircleFilled, StopOutlined } from '@ant-design/icons';
import type { FolderAccess, FolderView } from '@tradepost/contracts/storage';
import { Button, DatePicker, Flex, Popconfirm, Popover, Tooltip, Typography, theme } from 'antd';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { formatDay } from '../../ui/format';
import { useToast } from '../../ui/use-toast';
import { useChangeAccess, useWithdraw } from './api';
import { endOf, isPast } from './access-end';

interface AccessRowProps {
  folder: FolderView;
  email: string;
  access: FolderAccess | undefined;
  children: ReactNode;
}

/** One address: whether it has access and until when, and the way to end that. */
export function AccessRow({ folder, email, access, children }: AccessRowProps) {
  const withdraw = useWithdraw();
  const change = useChangeAccess();
  const toast = useToast();
  const failed = ({ message }: Error) => toast.destructive({ title: 'Error', description: message });
  return (
    <Flex
      role="listitem"
      className="list-row"
      gap={8}
      align="center"
      wrap
      style={{ padding: '6px 2px', minHeight: 40 }}
    >
      <div style={{ flex: '1 1 200px', minWidth: 0 }}>{children}</div>
      <AccessState access={access} />
      {access && (
        <Flex gap={2}>
          <Popover
            trigger="click"
            title="Access ends"
            content={
              <DatePicker
                aria-label={`Access of ${email} ends`}
                value={access.until ? dayjs(access.until) : null}
                disabledDate={isPast}
                placeholder="Never"
                format="D MMM YYYY"
                disabled={change.isPending}
                onChange={(day) =>
                  change.mutate({ id: folder.id, email, until: day && endOf(day) }, { onError: failed })
                }
              />
            }
          >
            <Tooltip title="End date">
              <Button
                type="text"
                size="small"
                icon={<CalendarOutlined />}
                aria-label={`End date for ${email}`}
                loading={change.isPending}
              />
            </Tooltip>
          </Popover>
          <Popconfirm
            title={`Take back access from ${email}?`}
            description="It no longer sees the folder. Links it already has keep working until they expire."
            okText="Take back"
            cancelText="Cancel"
            okButtonProps={{ danger: true }}
            onConfirm={() =>
              withdraw.mutate(
                { id: folder.id, email },
                {
                  onSuccess: () => toast.success({ title: 'Success', description: `${email} no longer has access.` }),
                  onError: failed,
                },
              )
            }
          >
            <Tooltip title="Take back access">
              <Button
                type="text"
                size="small"
                danger
                icon={<StopOutlined />}
                aria-label={`Take back access from ${email}`}
                loading={withdraw.isPending}
              />
            </Tooltip>
          </Popconfirm>
        </Flex>
      )}
    </Flex>
  );
}

function AccessState({ access }: { access: FolderAccess | undefined }) {
  const { token } = theme.useToken();
  const Icon = access ? CheckCircleFilled : CloseCircleFilled;
  return (
    <Typography.Text type="secondary" style={{ fontSize: 12, whiteSpace: 'nowrap' }}>
      <Icon aria-hidden style={{ color: access ? token.colorSuccess : token.colorError, marginInlineEnd: 4 }} />
      {access ? `has access${access.until ? ` until ${formatDay(access.until)}` : ''}` : 'no access'}
    </Typography.Text>
  );
}
