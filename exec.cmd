@rem Scripts of package.json begin with "exec", so that signals reach Node. In Windows' shell it is no command but this file.
@%*
