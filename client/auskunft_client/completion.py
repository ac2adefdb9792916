"""`auskunft completion bash`: a script for bash, made of the parser, so that it knows every command and option."""

import argparse

BASH = """# Completion of auskunft for bash; in ~/.bashrc: eval "$(auskunft completion bash)"
_auskunft() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} command="" each
  for each in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
    case $each in {commands}) command=$each; break ;; esac
  done
  case $before in --colour) COMPREPLY=($(compgen -W "auto always never" -- "$word")); return ;; esac
  if [ -z "$command" ]; then COMPREPLY=($(compgen -W "{words} {options}" -- "$word")); return; fi
  case $command in
{cases}
  esac
  [ "$command" = import ] && [ "${{word:0:1}}" != - ] || return
  compopt -o filenames
  COMPREPLY=($(compgen -f -- "$word"))
}}
complete -F _auskunft auskunft
"""


def bash_script(parser: argparse.ArgumentParser, commands: dict[str, argparse.ArgumentParser]) -> str:
    cases = "\n".join(
        f'    {name}) COMPREPLY=($(compgen -W "{words_of(each)}" -- "$word")) ;;' for name, each in commands.items()
    )
    return BASH.format(commands="|".join(commands), words=" ".join(commands), options=options_of(parser), cases=cases)


def words_of(parser: argparse.ArgumentParser) -> str:
    """Options, and what an argument may be where that is a list."""
    choices = [str(each) for action in parser._actions if not action.option_strings for each in action.choices or ()]
    return " ".join([*choices, options_of(parser)])


def options_of(parser: argparse.ArgumentParser) -> str:
    return " ".join(option for action in parser._actions for option in action.option_strings if option.startswith("--"))
