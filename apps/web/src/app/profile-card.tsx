import type { User } from '@tradepost/contracts/identity';
import { Card, Descriptions, Flex, Radio, Switch } from 'antd';
import { useState } from 'react';
import { areShortcutsOn, setShortcutsOn } from '../ui/layout/keyboard';
import { chooseScheme, useScheme } from './theme/scheme';

const roles: Record<User['userType'], string> = { sender: 'Sender', receiver: 'Receiver', admin: 'Admin' };

/** Who is signed in, and how Tradepost looks and behaves in this browser. */
export function ProfileCard({ user }: { user: User }) {
  const scheme = useScheme();
  const [hasShortcuts, setHasShortcuts] = useState(areShortcutsOn);
  return (
    <Flex vertical gap={16}>
      <Card title="You">
        <Descriptions
          column={1}
          items={[
            { key: 'name', label: 'Name', children: `${user.firstName} ${user.lastName}` },
            { key: 'email', label: 'Email', children: user.email },
            { key: 'role', label: 'Account', children: roles[user.userType] },
          ]}
        />
      </Card>
      <Card title="This browser">
        <Flex vertical gap={16} align="start">
          <Radio.Group
            aria-label="Theme"
            options={[
              { value: 'light', label: 'Light theme' },
              { value: 'dark', label: 'Dark theme' },
            ]}
            value={scheme}
            onChange={({ target }) => chooseScheme(target.value as typeof scheme)}
          />
          <Flex component="label" gap={12} align="center">
            <Switch
              checked={hasShortcuts}
              onChange={(on) => {
                setShortcutsOn(on);
                setHasShortcuts(on);
              }}
            />
            Use keyboard shortcuts
          </Flex>
        </Flex>
      </Card>
    </Flex>
  );
}
