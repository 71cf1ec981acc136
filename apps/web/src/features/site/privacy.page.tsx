import { TextPage } from './text-page';
import { privacy } from './texts/privacy';

export default function PrivacyPage() {
  return <TextPage page="privacy" own={privacy} />;
}
