import { MoonOutlined, SunOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { chooseScheme, useScheme } from './scheme';

export function ThemeToggle() {
  const dark = useScheme() === 'dark';
  const label = dark ? 'Use the light theme' : 'Use the dark theme';
  return (
    <Button
      type="text"
      title={label}
      aria-label={label}
      icon={dark ? <SunOutlined /> : <MoonOutlined />}
      onClick={() => chooseScheme(dark ? 'light' : 'dark')}
    />
  );
}
