/**
 * The shell's own controls, for bundles that are to look as if they were built in. At run time they are the shell's copies,
 * with its theme, light or dark; a bundle holds none of them. What is added here adds to a file that is loaded once a
 * bundle asks for it.
 */
import { theme } from 'antd'

export {
  Alert,
  Button,
  Checkbox,
  Empty,
  Flex,
  Input,
  InputNumber,
  Progress,
  Radio,
  Segmented,
  Select,
  Skeleton,
  Space,
  Spin,
  Switch,
  Tag,
  Tooltip,
  Typography,
} from 'antd'

/** Colours, sizes and distances of the theme that is shown, followed when it changes. */
export function useTokens(): ReturnType<typeof theme.useToken>['token'] {
  return theme.useToken().token
}
