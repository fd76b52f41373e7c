"""``mjlog rules``."""

import json

from click.testing import CliRunner

from mjlog.cli import main


def run(*arguments):
    return CliRunner().invoke(main, ["rules", *arguments])


def rows(*arguments):
    result = run(*arguments, "--format", "json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_list_names_every_rule_set():
    listed = rows("list")
    assert {"default", "tenhou", "majsoul-3p", "mleague"} <= {row["name"] for row in listed}


def test_show_prints_value_source_and_what_else_it_could_be():
    (uma,) = [row for row in rows("show", "mleague") if row["switch"] == "uma"]
    assert uma["value"] == "30,10,-10,-30"
    assert "oka" in uma["source"]
    (multi_ron,) = [row for row in rows("show", "--rule", "multi_ron=all") if row["switch"] == "multi_ron"]
    assert (multi_ron["value"], multi_ron["source"]) == ("all", "--rule")
    assert multi_ron["values"] == "head_bump | double | all | double_then_head"


def test_diff_prints_only_what_differs():
    assert {row["switch"] for row in rows("diff", "tenhou", "tenhou-2009")} == {
        "rounding", "round_before", "first_absorbs", "tenpai_yame",
    }  # fmt: skip
    assert rows("diff", "tenhou", "tenhou") == []


def test_an_unknown_name_is_a_usage_error():
    result = run("show", "tenhuo")
    assert result.exit_code == 2
    assert "did you mean 'tenhou'?" in result.output


def test_init_writes_a_file_that_check_finds_fine(tmp_path):
    path = tmp_path / "club.toml"
    assert run("init", "--base", "mleague", "-O", str(path)).exit_code == 0
    result = run("check", str(path))
    assert (result.exit_code, result.stdout) == (0, "")
    assert run("init", "-O", str(path)).exit_code == 4


def test_check_tells_errors_and_warnings(tmp_path):
    path = tmp_path / "club.toml"
    path.write_text("umma = [1]\n", "utf-8")
    wrong = run("check", str(path))
    assert wrong.exit_code == 1
    assert "error: line 1: there is no rule switch 'umma'; did you mean 'uma'?" in wrong.stdout
    path.write_text("uma = [50, 10, -10, -30]\n", "utf-8")
    doubtful = run("check", str(path))
    assert doubtful.exit_code == 1
    assert "warning: uma adds up to 20" in doubtful.stdout
