"""Which processes of a data folder are alive, and the state that they share."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from graphmem.embedded.process import identify, is_alive
from graphmem.embedded.shared_state import SharedState, User, change, read
from graphmem_contract.errors import SetupError


def test_a_pid_that_passed_on_is_another_process() -> None:
    me = identify(os.getpid())
    assert me
    assert is_alive(me)
    assert not is_alive((me[0], me[1] + "0"))


def test_a_process_that_ended_is_dead_before_its_parent_looks() -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as child:
        known = identify(child.pid)
        assert is_alive(known)
        child.kill()
        os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)  # a zombie from here on
        assert not is_alive(known)


def test_uses_are_counted_and_dead_users_forgotten() -> None:
    me = identify(os.getpid())
    assert me
    state = SharedState(users=[User((2**22, "1"))])
    assert not state.is_wanted
    state.add_user(me)
    state.add_user(me)
    assert [(user.process, user.count) for user in state.users] == [(me, 2)]
    state.drop_user(me)
    assert state.is_wanted
    state.drop_user(me)
    assert not state.is_wanted


def test_the_state_survives_the_file(tmp_path: Path) -> None:
    me = identify(os.getpid())
    with change(tmp_path) as state:
        state.phase, state.supervisor, state.bolt_port, state.kept = "running", me, 7687, True
        state.add_user(me or (0, ""))
        written = state
    assert read(tmp_path) == written
    assert read(tmp_path).is_up


def test_a_garbled_file_is_no_state(tmp_path: Path) -> None:
    (tmp_path / "server.json").write_text('{"users": 3')
    assert read(tmp_path) == SharedState()


def test_an_unusable_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(SetupError, match="GRAPHMEM_DATA_DIR"), change(tmp_path / "file"):
        pass
